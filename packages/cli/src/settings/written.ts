/** How settings are written in a flag or an environment variable, and how their values are shown. */
import type { Setting } from "@garrison/core/kernel/Setting"

/** The environment variable of a setting: `GARRISON_ACCESS_SECONDS_PLAYER` for `accessSecondsPlayer`. */
export const environmentName = (name: string): string =>
  `GARRISON_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** The name of a setting's flag, without its dashes: `demo-public` for `demoPublic`. */
export const flagName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const decimal = /^-?\d+$/

const switchWords: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  "1": true,
  false: false,
  no: false,
  off: false,
  "0": false,
}

const itemsOf = (given: string): ReadonlyArray<string> =>
  given
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")

const parsed = (given: string): unknown => {
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}

const read: Readonly<Record<Setting<unknown>["written"], (given: string) => unknown>> = {
  text: (given) => given,
  number: (given) => (decimal.test(given) ? Number(given) : given),
  switch: (given) => switchWords[given.toLowerCase()] ?? given,
  list: itemsOf,
  json: parsed,
}

/** The value of a text, not checked yet. A text that cannot be parsed stays as it is. */
export const valueOf = ({ optional, written }: Setting<unknown>, given: string): unknown =>
  optional && given === "" ? undefined : read[written](given)

/** A value as the text of a flag or an environment variable. */
export const textOf = (value: unknown): string => {
  if (value === undefined) return ""
  if (Array.isArray(value)) return value.join(",")
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** A value that its setting accepts, for output. Secrets are masked. */
export const shownText = ({ secret, secretMembers }: Setting<unknown>, value: unknown): string => {
  if (secretMembers.length > 0 && value !== undefined) {
    return JSON.stringify(value, (name, member: unknown) => (secretMembers.includes(name) ? MASK : member))
  }
  if (!secret) return textOf(value)
  return textOf(Array.isArray(value) ? value.map(() => MASK) : value && MASK)
}

/** What is shown of a secret. */
export const MASK = "****"
