/** What colours a meaning has in Ink's properties. */
import type { Theme } from "../theme.ts"
import type { Tone } from "@garrison/core/operation/show/Shown"

/** The colour of a tone as Ink's `Text` takes it: nothing where the terminal has no colours. */
export const toned = (theme: Theme, tone: Tone | undefined): { readonly color?: string } => {
  const colour = tone && theme[tone]
  return colour === undefined ? {} : { color: colour }
}
