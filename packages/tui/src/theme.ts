/** Colours by meaning. A view names a meaning, and the theme knows what the terminal can show of it. */

/** A colour as Ink takes it; undefined: that of the terminal. */
type Colour = string | undefined

/** The colours of the console, by what they mean. */
export interface Theme {
  /** Whether there are colours at all: without, meaning is said by words and marks alone. */
  readonly hasColour: boolean
  /** Whether a screen reader speaks what is drawn: lines without frames, and charts in words. */
  readonly isScreenReader: boolean
  readonly accent: Colour
  readonly dim: Colour
  readonly good: Colour
  readonly warning: Colour
  readonly bad: Colour
  readonly environment: { readonly production: Colour; readonly staging: Colour; readonly development: Colour }
}

/** The theme of a terminal with the sixteen colours that its user chose. */
const sixteenColours: Theme = {
  hasColour: true,
  isScreenReader: false,
  accent: "cyan",
  dim: "gray",
  good: "green",
  warning: "yellow",
  bad: "red",
  environment: { production: "red", staging: "yellow", development: "green" },
}

/** The theme of a terminal with 256 colours or all of them. Ink takes the nearest of 256 where there are no more. */
const manyColours: Theme = {
  ...sixteenColours,
  accent: "#5fafd7",
  dim: "#8a8a8a",
  good: "#5faf5f",
  warning: "#d7af00",
  bad: "#ff5f5f",
  environment: { production: "#d70000", staging: "#d7af00", development: "#5faf5f" },
}

/** The theme of a terminal without colours, and of NO_COLOR. */
const noColours: Theme = {
  hasColour: false,
  isScreenReader: false,
  accent: undefined,
  dim: undefined,
  good: undefined,
  warning: undefined,
  bad: undefined,
  environment: { production: undefined, staging: undefined, development: undefined },
}

type Variables = Readonly<Record<string, string | undefined>>

/** FORCE_COLOR: 0 or false is none, 1 and true sixteen, 2 and 3 many. Undefined: it says nothing. */
const forced = (value: string | undefined): Theme | undefined => {
  if (value === undefined) return undefined
  if (value === "0" || value === "false") return noColours
  return value === "2" || value === "3" ? manyColours : sixteenColours
}

const byTerminal = ({ COLORTERM: colours, TERM: term = "" }: Variables): Theme => {
  if (term === "dumb") return noColours
  if (colours === "truecolor" || colours === "24bit" || /-(?:256(?:color)?|direct|truecolor)$/.test(term))
    return manyColours
  return sixteenColours
}

/** The theme by the variables of the environment: NO_COLOR first, then FORCE_COLOR, then what the terminal is. */
export const themeOf = (variables: Variables): Theme => {
  const isOff = (variables["NO_COLOR"] ?? "") !== ""
  const theme = isOff ? noColours : (forced(variables["FORCE_COLOR"]) ?? byTerminal(variables))
  return { ...theme, isScreenReader: variables["INK_SCREEN_READER"] === "true" }
}
