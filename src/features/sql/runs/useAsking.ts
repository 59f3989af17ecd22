import { useMemo, useState, type RefObject } from 'react'
import type { SqlEditorHandle } from '../../../editor/SqlEditor.tsx'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { readValues, valuesText, type ParameterValues } from '../../../query/parameterValues.ts'
import type { Run } from '../../../results/run.ts'
import type { SqlPlace } from '../../../results/sqlRuns.ts'
import type { ParameterProblem } from '../../../sql/parameters.ts'
import type { Part } from '../../../sql/runToHere.ts'
import { textToRun } from '../../../sql/textToRun.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { useLinkedStatement, type LinkedStatement } from '../useLinkedStatement.ts'
import type { useStatement } from '../useStatement.ts'
import { filledText, type TypeOf } from './filledText.ts'
import { resultsOf, type ShownResult } from './shownResults.ts'
import { useTextRun } from './useTextRun.ts'

/** What is asked of: the text, where it stands, and who answers. */
export interface AskingOf {
  readonly instanceId: string
  /** Whose runs these are. */
  readonly sheetId: string
  readonly client: ActionClient
  readonly hasToken: boolean
  readonly view: View
  readonly statement: ReturnType<typeof useStatement>
  readonly editor: RefObject<SqlEditorHandle | null>
  readonly typeOf: TypeOf
  /** Called when something is run by hand. */
  readonly onRun: () => void
}

/** The runs of the SQL view, and how to ask for more. */
export interface Asking {
  readonly results: readonly ShownResult[]
  /** The one that is shown; null before anything has run. */
  readonly active: ShownResult | null
  readonly show: (key: string) => void
  readonly waiting: Run<unknown> | null
  /** `usual`: the selection or the statement at the cursor. */
  readonly run: (extent: 'usual' | 'all') => void
  readonly runLink: () => void
  readonly runPart: (part: Part) => void
  /** Whether all parameters of a text have values; what is missing is said at its field. */
  readonly checkValues: (text: string) => boolean
  /** The part that was run last, and of which text. */
  readonly part: AskedPart | null
  readonly mayRun: LinkedStatement['mayRun']
  /** Why nothing was run when it was last asked for. */
  readonly problems: readonly ParameterProblem[]
}

/** A part of a statement that was run by itself. */
export interface AskedPart {
  readonly part: Part
  /** All of the text that it was in. */
  readonly of: string
  /** The values of its parameters, as a view has them. */
  readonly parameters: string
}

const NO_PROBLEMS: readonly ParameterProblem[] = []

/** Runs the text of the view, which is in the URL, and what is asked for by hand. */
export function useAsking(of: AskingOf): Asking {
  const { instanceId, sheetId, client, hasToken, view, statement, editor, typeOf } = of
  const linked = useLinkedStatement(instanceId, view, hasToken)
  const { mayRun } = linked
  const [part, setPart] = useState<AskedPart | null>(null)
  const main = useRunOf(of, mayRun === 'yes' ? view.sql : '', view.parameters)
  const side = useRunOf(of, part?.part.sql ?? '', part?.parameters ?? '')
  const [chosen, show] = useState(FIRST)
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const results = [...resultsOf(main.shown), ...resultsOf(side.shown, part?.part.name ?? null)]

  const run = (text: string) => {
    const filled = filledText(text, statement.values, typeOf)
    setProblems(filled.problems)
    if (filled.statements === null) return false
    const asked = { sql: text, parameters: valuesText(filled.used) }
    of.onRun()
    statement.ran(text, filled.used)
    linked.onRun(asked)
    setPart(null)
    show(FIRST)
    // It may be known from before; running it asks for the answer of now.
    main.start({ instanceId, sheetId, client, sql: text, parameters: filled.used, statements: filled.statements })
    navigate({ ...view, mode: 'sql', ...asked })
    return true
  }
  const runPart = (wanted: Part) => {
    const filled = filledText(wanted.sql, statement.values, typeOf)
    setProblems(filled.problems)
    if (filled.statements === null) return
    of.onRun()
    const asked = { part: wanted, of: statement.text, parameters: valuesText(filled.used) }
    setPart(asked)
    show(PART)
    side.start(placeOfText(of, wanted.sql, filled.used))
  }
  return {
    results,
    active: results.find(({ key }) => key === chosen) ?? results[0] ?? null,
    show,
    waiting: bothOf(side.waiting, main.waiting),
    run: (extent) => {
      const text = editor.current?.text() ?? statement.text
      const toRun = textToRun(text, editor.current?.selection() ?? NOTHING, extent)
      if (toRun !== null && run(toRun.text)) editor.current?.flash(toRun.statements)
    },
    runLink: () => run(view.sql),
    runPart,
    checkValues: (text) => {
      const filled = filledText(text, statement.values, typeOf)
      setProblems(filled.problems)
      return filled.statements !== null
    },
    part,
    mayRun,
    problems,
  }
}

/** Follows the run of a text with those values. */
function useRunOf({ instanceId, sheetId, client, typeOf }: AskingOf, sql: string, parameters: string) {
  // Reading a long text at every key would be felt.
  const place = useMemo(
    () => placeOfText({ instanceId, sheetId, client, typeOf }, sql, readValues(parameters)),
    [instanceId, sheetId, client, typeOf, sql, parameters],
  )
  return useTextRun(place)
}

/** Nothing of it runs without its values. */
function placeOfText(
  { instanceId, sheetId, client, typeOf }: Pick<AskingOf, 'instanceId' | 'sheetId' | 'client' | 'typeOf'>,
  sql: string,
  parameters: ParameterValues,
): SqlPlace {
  const { statements } = filledText(sql, parameters, typeOf)
  return { instanceId, sheetId, client, sql: statements === null ? '' : sql, parameters, statements: statements ?? [] }
}

function bothOf(one: Run<unknown> | null, other: Run<unknown> | null): Run<unknown> | null {
  if (one === null || other === null) return one ?? other
  const stop = () => {
    one.stop()
    other.stop()
  }
  return { ...other, stop }
}

const NOTHING = { start: 0, end: 0 }

/** The result of the first statement. */
export const FIRST = 'statement 0'
const PART = 'part'
