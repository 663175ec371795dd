/**
 * Keys by their names. Ink tells of what the terminal sent: one key, or several characters at once when they came
 * faster than a frame. Each becomes a key of its own, so that none is lost.
 */
import type { Key } from "ink"
import type { KeyName } from "./binding.ts"

/** A key that was pressed. */
export interface Pressed {
  readonly key: KeyName
  /** The characters that it types; undefined: it types nothing. */
  readonly text?: string
}

const named = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "pageUp"],
  ["pageDown", "pageDown"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "escape"],
  ["tab", "tab"],
  ["backspace", "backspace"],
  ["delete", "delete"],
] as const satisfies ReadonlyArray<readonly [keyof Key, KeyName]>

/** Buttons 64 and 65 of a mouse in SGR mode are its wheel. Ink has taken the escape character away. */
const mouse = /^\[<(\d+);\d+;\d+[Mm]$/

const wheel: Readonly<Record<string, KeyName>> = { "64": "wheelUp", "65": "wheelDown" }

const held = ({ ctrl, meta, shift }: Key, name: string): KeyName =>
  `${ctrl ? "ctrl+" : ""}${meta ? "alt+" : ""}${shift && name.length > 1 ? "shift+" : ""}${name}`

const ofCharacter = (character: string): Pressed => {
  if (character === "\r" || character === "\n") return { key: "enter" }
  if (character === "\t") return { key: "tab" }
  if (character === " ") return { key: "space", text: " " }
  return { key: character, text: character }
}

/** The keys of what Ink's `useInput` tells. A report of the mouse that is not of its wheel is no key. */
export const keysOf = (input: string, key: Key): ReadonlyArray<Pressed> => {
  const name = named.find(([flag]) => key[flag])?.[1]
  if (name !== undefined) return [{ key: held(name === "escape" ? { ...key, meta: false } : key, name) }]
  const button = mouse.exec(input)?.[1]
  if (button !== undefined) return button in wheel ? [{ key: wheel[button] ?? "" }] : []
  if (key.ctrl || key.meta) return input === "" ? [] : [{ key: held(key, input === " " ? "space" : input) }]
  return Array.from(input, ofCharacter)
}
