import { catalogue } from '../catalogue.ts'

/** What is printed on the keys of a keyboard. */
export const keyWords = catalogue('keys', {
  names: {
    Mod: 'Ctrl',
    Control: 'Ctrl',
    Shift: 'Shift',
    Alt: 'Alt',
    Enter: 'Enter',
    Escape: 'Esc',
    Tab: 'Tab',
    Space: 'Space',
    Backspace: 'Backspace',
    Delete: 'Del',
    Home: 'Home',
    End: 'End',
    PageUp: 'Page Up',
    PageDown: 'Page Down',
    Arrows: 'Arrow keys',
  },
})
