/**
 * What JavaScript hosts write where `open` takes layers: each mistake is answered with the line to write instead. The
 * compiler tells TypeScript hosts the same, in its own words.
 */
import * as Layer from "effect/Layer"
import { GarrisonError } from "./GarrisonError.ts"

const importOf = (name: string, of: string): string => `import { ${name} } from ${JSON.stringify(`@garrison/${of}`)}`

const SQLITE = importOf("sqlite", "sql")
const POSTGRES = importOf("postgres", "sql")

/** The line that opens the storage which was meant. A url is not repeated, because it may hold a password. */
const storageLine = (given: unknown): string => {
  if (typeof given !== "string") return `open(sqlite("game.db")), after ${SQLITE}`
  if (/^postgres(?:ql)?:/i.test(given)) return `open(postgres(url)), after ${POSTGRES}`
  return `open(sqlite(${JSON.stringify(given.replace(/^sqlite:/i, ""))})), after ${SQLITE}`
}

const kindOf = (given: unknown): string => {
  if (given === null || given === undefined) return String(given)
  if (Layer.isLayer(given)) return "a layer"
  return typeof given === "object" ? "an object" : `a ${typeof given}`
}

const notStorage = (given: unknown): string =>
  typeof given === "function"
    ? `open takes storage, and got a function. Call it: open(sqlite("game.db")), after ${SQLITE}.`
    : `open takes storage, and got ${kindOf(given)}. Write: ${storageLine(given)}.`

const notSettings = (given: unknown): string =>
  `open takes settings second, as an object, and got ${kindOf(given)}. ` +
  (Layer.isLayer(given)
    ? "Portals come third: open(storage, {}, portals)."
    : "Write: open(storage, { oddsPublished: true }).")

const notPortals = (given: unknown): string =>
  `open takes portals third, and got ${kindOf(given)}. ` +
  `Write: open(storage, settings, portals({ alpha: … })), after ${importOf("portals", "portals")}.`

const notBackground = (given: unknown): string =>
  `open takes background as true or false, and got ${kindOf(given)}. Write: open(storage, { background: false }).`

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !Layer.isLayer(value)

const isBackground = (settings: unknown): boolean => {
  const { background = true } = settings as { readonly background?: unknown }
  return typeof background === "boolean"
}

/** What is wrong with the arguments of `open`, or undefined. */
export const argumentMistake = (storage: unknown, settings: unknown, portals: unknown): GarrisonError | undefined => {
  const sentence = !Layer.isLayer(storage)
    ? notStorage(storage)
    : !isObject(settings)
      ? notSettings(settings)
      : !Layer.isLayer(portals)
        ? notPortals(portals)
        : isBackground(settings)
          ? undefined
          : notBackground((settings as { readonly background?: unknown }).background)
  return sentence === undefined ? undefined : new GarrisonError("invalid_input", sentence)
}
