/** The search for players, for operators. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { idOfReference } from "../../catalog/idOfReference.ts"
import { described, Enumeration, Flag, IntegerOf, Text, TextOf } from "../../kernel/input/Field.ts"
import { PlayerUuid } from "../../kernel/Identifier.ts"
import { InvalidInput } from "../../kernel/input/Invalid.ts"
import { Platform } from "../../kernel/Platform.ts"
import { value } from "../../operation/answer.ts"
import { type InputOf, read } from "../../operation/Operation.ts"
import { PresenceTimes } from "../../presence/settings.ts"
import { RESTRICTION_TYPES } from "../../restriction/schema.ts"
import { foldedName, gramsOf } from "../../kernel/input/foldedName.ts"
import { PlayerSearchStore, type PlayerSought } from "../../player/PlayerSearchStore.ts"
import { markerOf, placeIn, walkOf } from "../../player/searchRules.ts"
import { FoundPlayers, foundPlayerView } from "../../player/view.ts"
import { ItemId } from "../../catalog/schema.ts"

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 1000

/** Longest part of a name that is looked for, in characters: no name is longer. */
const PART_LENGTH_MAX = 64

const RESTRICTIONS = ["any", ...RESTRICTION_TYPES] as const

const input = {
  name: described(
    Schema.optionalKey(TextOf({ minimum: 1, maximum: PART_LENGTH_MAX })),
    "Any part of the display name, whatever its accents and case.",
  ),
  player_uuid: described(Schema.optionalKey(PlayerUuid), "The player with this player_uuid."),
  player_id: described(
    Schema.optionalKey(IntegerOf({ minimum: 1 })),
    "The player with this deprecated integer identity.",
  ),
  platform: described(Schema.optionalKey(Platform), "Platform of the portal user."),
  portal_user_id: described(
    Schema.optionalKey(TextOf({ minimum: 1, maximum: 512 })),
    "The player of this portal user of the platform.",
  ),
  environment: described(
    Schema.optionalKey(TextOf({ maximum: 255 })),
    "Environment of the portal user, where the platform has environments.",
  ),
  item_id: described(Schema.optionalKey(ItemId), "Players who have at least one of this item, without expiry."),
  item: described(
    Schema.optionalKey(TextOf({ minimum: 1, maximum: 256 })),
    "As item_id, by the name of the item in the current catalog.",
  ),
  restriction: described(
    Schema.optionalKey(Enumeration(RESTRICTIONS)),
    "Players under a restriction in force: of this type, or of any.",
  ),
  online: described(Schema.optionalKey(Flag), "Players who are online now."),
  limit: described(
    Schema.optionalKey(IntegerOf({ minimum: 1, maximum: LIMIT_MAX })),
    "Players on a page, 1 to 1000 (default: 100).",
  ),
  after: described(Schema.optionalKey(Text), "The page after the one that ended with this marker."),
}

const invalid = (field: string, msg: string) =>
  new InvalidInput({ detail: [{ loc: [field], msg, type: "value_error" }] })

const itemNamed = (name: string) =>
  idOfReference("item", name, "item").pipe(
    Effect.catchTag("CatalogNotFound", () => invalid("item", "is unknown: no catalog is published")),
  )

/** What is sought, at this moment. */
const soughtIn = Effect.fnUntraced(function* (wanted: InputOf<typeof input>) {
  const { environment, name, online, platform, portal_user_id: portalUserId, restriction } = wanted
  if ((platform === undefined) !== (portalUserId === undefined)) {
    return yield* invalid(
      platform === undefined ? "platform" : "portal_user_id",
      "platform and portal_user_id go together",
    )
  }
  if (wanted.item !== undefined && wanted.item_id !== undefined) {
    return yield* invalid("item", "cannot stand beside item_id: give one of them")
  }
  const itemId = wanted.item === undefined ? wanted.item_id : yield* itemNamed(wanted.item)
  const folded = name === undefined ? undefined : foldedName(name)
  if (folded === "") return yield* invalid("name", "must have a character that is no mark")
  const now = yield* Clock.currentTimeMillis
  const { presenceOfflineSeconds } = yield* PresenceTimes
  const age = presenceOfflineSeconds * 1000
  const sought: PlayerSought = {
    playerUuid: wanted.player_uuid,
    playerId: wanted.player_id,
    portalUser:
      platform === undefined || portalUserId === undefined ? undefined : { platform, portalUserId, environment },
    part: folded === undefined ? undefined : { folded, grams: gramsOf(folded) },
    itemId,
    restriction: restriction === undefined ? undefined : { type: restriction === "any" ? undefined : restriction, now },
    online: online === true ? { since: now - age, until: now + age } : undefined,
  }
  return sought
})

/** Finds players by what operators know of them. */
export const searchPlayers = read(
  { name: "player.search", permissions: ["operator:read:player", "user:read:any"] },
  {
    title: "Search players",
    sentence:
      "Find players by any part of the display name, by uuid, number or portal user, by an item that they hold, a " +
      "restriction in force, or whether they are online; those who meet all conditions. A page looks at a bounded " +
      "number of players: where few meet the conditions it may be short, or empty, and still end with the marker of " +
      "the next.",
    input,
    answer: value(FoundPlayers),
    refusals: [],
    run: Effect.fnUntraced(function* (wanted) {
      const sought = yield* soughtIn(wanted)
      const walk = walkOf(sought)
      const after = wanted.after === undefined ? undefined : placeIn(walk, wanted.after)
      if (wanted.after !== undefined && after === undefined) {
        return yield* invalid("after", "must be the marker of a page of the same search")
      }
      const store = yield* PlayerSearchStore
      const { next, players } = yield* store.search(sought, after, wanted.limit ?? LIMIT_DEFAULT)
      return {
        players: players.map(foundPlayerView),
        next: next === undefined ? null : markerOf(walk, next),
      }
    }),
  },
)
