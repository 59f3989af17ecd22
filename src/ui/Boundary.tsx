import { Component, type ErrorInfo, type ReactNode } from 'react'
import { uiWords } from '../words/en/ui.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'

/** What could not be drawn. */
export interface FailedPart {
  /** For whoever mends it: the error and where it came from. */
  readonly details: string
  /** Draws the part again. */
  readonly again: () => void
}

export interface BoundaryProps {
  readonly children: ReactNode
  /** What the part shows: when another is shown, it is drawn again. */
  readonly of?: string | undefined
  /** Stands in the place of the part; by default a note that says so and tries again. */
  readonly otherwise?: ((this: void, failed: FailedPart) => ReactNode) | undefined
}

interface State {
  readonly error: Error | null
  readonly stack: string
  readonly of: string | undefined
}

/** A part of the page that can fail to be drawn without taking the rest with it. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { error: null, stack: '', of: this.props.of }

  static getDerivedStateFromError(thrown: unknown): Partial<State> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: State): Partial<State> | null {
    return of === state.of ? null : { error: null, of }
  }

  override componentDidCatch(_error: Error, { componentStack }: ErrorInfo): void {
    this.setState({ stack: componentStack ?? '' })
  }

  override render(): ReactNode {
    const { error, stack } = this.state
    if (error === null) return this.props.children
    const { otherwise = failedPart } = this.props
    return otherwise({
      details: `${error.stack ?? error.message}\n${stack}`,
      again: () => this.setState({ error: null }),
    })
  }
}

/** A note in the place of the part. */
export function failedPart({ details, again }: FailedPart): ReactNode {
  return (
    <Alert
      title={uiWords.partFailed}
      serverText={details}
      serverTextLabel={uiWords.showDetails}
      actions={
        <Button size="sm" onClick={again}>
          {uiWords.drawAgain}
        </Button>
      }
    >
      {uiWords.restWorks}
    </Alert>
  )
}
