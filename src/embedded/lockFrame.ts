/**
 * Adds a hidden frame, whose `navigator.locks` are those that hold at this moment: Chromium (156) keeps locks with what a
 * site stores, and after it has removed that a window goes on asking for those that it first saw. What the frame holds ends
 * when it is removed.
 */
export function addLockFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  return frame
}
