/** The buttons of a dialog: which one has the cursor. */
import type { DialogAction } from "./keys.ts"

/** A button of a dialog. */
export interface Button {
  readonly name: string
  readonly label: string
  /** Why it cannot be pressed now. */
  readonly unusable?: string | undefined
}

/** The button with the cursor after a key. */
export const updateButtons = (at: number, count: number, action: DialogAction): number =>
  (at + (action === "buttonNext" ? 1 : -1) + count) % Math.max(1, count)
