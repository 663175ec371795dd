/** Fields that the inputs of many operations have. */
import * as Schema from "effect/Schema"
import { described, Text } from "../kernel/Field.ts"
import { PlayerUuid } from "../kernel/Identifier.ts"

/** The player that an operation is about. */
export const OfPlayer = described(PlayerUuid, "The player's player_uuid.")

/** Where a page continues. */
export const PageCursor = Schema.optionalKey(described(Text, "Opaque: `page.cursor` of the page before."))
