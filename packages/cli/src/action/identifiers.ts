/** Identifiers as they come from the command line: an id, or a name of what it names. */
import type { ReferenceKind } from "@garrison/core/kernel/input/Field"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { type Called, type FoundKind, isIdOf, lookups, meantBy } from "@garrison/core/overview/references"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { jsonOf, operate } from "../operate.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import type { Offerable } from "../row/Row.ts"

const decodePlayer = Schema.decodeUnknownOption(PlayerUuid)

/** A player_uuid, or a usage error that says so. Nothing is looked up: lists and markers take ids alone. */
export const playerUuid = (given: string): Effect.Effect<PlayerUuid, CommandFailure> =>
  Effect.fromOption(
    decodePlayer(given),
    () =>
      new CommandFailure({
        kind: "usage",
        sentence: `"${given}" is not a player_uuid.`,
        next: "A player_uuid looks like 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f; the login result carries it.",
      }),
  )

const browseCatalog = () => import("@garrison/core/catalog/operations/browseCatalog").then((one) => one.browseCatalog)

const reads: Readonly<Record<FoundKind, () => Promise<Offerable>>> = {
  player: () => import("@garrison/core/player/operations/listPlayers").then((one) => one.listPlayers),
  client: () => import("@garrison/core/client/operations/listClients").then((one) => one.listClients),
  role: () => import("@garrison/core/role/operations/listRoles").then((one) => one.listRoles),
  item: browseCatalog,
  loot: browseCatalog,
  vendor: browseCatalog,
}

/** The read that finds a kind by name. */
export const readOf = (kind: FoundKind): Effect.Effect<Offerable> => Effect.promise(reads[kind])

/** Most players of one name that are told apart. */
const LOOKED_AT = 1000

/** Most of one name that a refusal lists. */
const LISTED = 5

const severalCalled = (kind: FoundKind, given: string, found: ReadonlyArray<Called>): CommandFailure => {
  const each = found.slice(0, LISTED).map(({ id, name }) => `${name} (${id})`)
  const more = found.length > LISTED ? ", …" : ""
  return new CommandFailure({
    kind: "usage",
    sentence: `Several ${kind}s are called ${given}: ${each.join(", ")}${more}; give the id.`,
  })
}

const SEARCHES = {
  player: "garrison player search TEXT looks for a part of a name.",
  role: "garrison role list shows the roles; garrison role put makes one.",
}

const noneCalled = (kind: "player" | "role", given: string): CommandFailure =>
  new CommandFailure({ kind: "notFound", sentence: `There is no ${kind} called ${given}.`, next: SEARCHES[kind] })

/** A text that may be a name: 1 to 64 characters, and none that a terminal obeys. */
const NAME = /^[^\p{Cc}\p{Cs}]{1,64}$/u

/** The id of what is called so. */
const idCalled = Effect.fnUntraced(function* (kind: "player" | "role", given: string) {
  if (!NAME.test(given)) return yield* noneCalled(kind, given)
  const lookup = lookups[kind]
  const read = yield* readOf(kind)
  const answer = jsonOf(read, yield* operate(read, lookup.input(given, LOOKED_AT)))
  const found = meantBy(lookup.called(answer), given)
  const [only, another] = found
  if (only === undefined) return yield* noneCalled(kind, given)
  return another === undefined ? only.id : yield* severalCalled(kind, given, found)
})

/** The player of a player_uuid or of a display name. What has the form of an id is one. */
export const playerMeant = Effect.fnUntraced(function* (given: string) {
  return Option.getOrUndefined(decodePlayer(given)) ?? (yield* playerUuid(yield* idCalled("player", given)))
})

/** The role of a role_id or of a name. */
const roleMeant = Effect.fnUntraced(function* (given: string) {
  return Number(isIdOf("role", given) ? given : yield* idCalled("role", given))
})

/** The id of what a person writes for a field that refers to something of this kind. */
export const idMeant = Effect.fnUntraced(function* (kind: ReferenceKind, given: string) {
  switch (kind) {
    case "player":
      return yield* playerMeant(given)
    case "role":
      return yield* roleMeant(given)
    case "item":
    case "loot":
    case "vendor": {
      const { catalogId } = yield* Effect.promise(() => import("./catalogIds.ts"))
      return yield* catalogId(kind, given)
    }
    default:
      return given
  }
})
