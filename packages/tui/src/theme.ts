/** Colours by meaning. A view names a meaning, and the theme knows what the terminal can show of it. */

/** A colour as Ink takes it; undefined: that of the terminal. */
type Colour = string | undefined

/** The colours of the console, by what they mean. */
export interface Theme {
  /** Whether there are colours at all: without, meaning is said by words and marks alone. */
  readonly hasColour: boolean
  readonly accent: Colour
  readonly dim: Colour
  readonly good: Colour
  readonly warning: Colour
  readonly bad: Colour
  readonly environment: { readonly production: Colour; readonly staging: Colour; readonly development: Colour }
}

/** The theme of a terminal with the sixteen colours that its user chose. */
export const sixteenColours: Theme = {
  hasColour: true,
  accent: "cyan",
  dim: "gray",
  good: "green",
  warning: "yellow",
  bad: "red",
  environment: { production: "red", staging: "yellow", development: "green" },
}

/** The theme of a terminal without colours, and of NO_COLOR. */
export const noColours: Theme = {
  hasColour: false,
  accent: undefined,
  dim: undefined,
  good: undefined,
  warning: undefined,
  bad: undefined,
  environment: { production: undefined, staging: undefined, development: undefined },
}
