import { useRef, useState, type ComponentProps } from 'react'
import { laterComponent } from '../../ui/later.tsx'

const OpenMenu = laterComponent(() => import('./OpenMenu.tsx').then((module) => module.OpenMenu))

export interface OpenableItemProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  /** What it opens, in words. */
  readonly name: string
  readonly onOpen: () => void
  /** Opens it in a tab of its own, which is shown, or stays behind what is; absent: it can't be. */
  readonly onTab?: ((isShown: boolean) => void) | undefined
}

/**
 * A line that opens something: a press does it here; Ctrl Enter or its menu in a new tab; Ctrl and a press, or the middle
 * button, in one behind.
 */
export function OpenableItem({ name, onOpen, onTab, children, ...rest }: OpenableItemProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [menu, setMenu] = useState<{ readonly at: { readonly x: number; readonly y: number } | null } | null>(null)
  return (
    <>
      <button
        type="button"
        {...rest}
        ref={button}
        onClick={(event) => ((event.ctrlKey || event.metaKey) && onTab ? onTab(false) : onOpen())}
        onAuxClick={(event) => event.button === 1 && onTab?.(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || onTab === undefined) return
          event.preventDefault()
          event.stopPropagation()
          onTab(true)
        }}
        onContextMenu={(event) => {
          if (onTab === undefined) return
          event.preventDefault()
          setMenu({ at: event.clientX === 0 ? null : { x: event.clientX, y: event.clientY } })
        }}
      >
        {children}
      </button>
      {menu !== null && (
        <OpenMenu
          name={name}
          anchor={button}
          at={menu.at}
          onOpen={onOpen}
          onTab={() => onTab?.(true)}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  )
}
