/** The agreement documents, which are settings (decisions, sections 6 and 15). */
import * as Schema from "effect/Schema"
import { complaint, Flag, IntegerOf, Text } from "../kernel/input/Field.ts"
import { object, slice } from "../kernel/Setting.ts"
import type { AgreementKind, ByKind } from "./schema.ts"

/** One agreement document (decisions, section 6). */
export interface AgreementDocument {
  readonly version: number
  readonly url: string
  /** Hex SHA-256 of the text that a receipt is for. */
  readonly sha256: string
  /** Whether a login is refused until this version is accepted. */
  readonly required: boolean
}

const Agreement: Schema.Codec<AgreementDocument> = Schema.Struct({
  // From 1 on: a person without a receipt counts as having accepted version 0.
  version: IntegerOf({ minimum: 1 }),
  url: Text,
  sha256: Text.check(
    Schema.isPattern(/^[0-9a-f]{64}$/, complaint("value_error", "must be 64 hex digits in lower case")),
  ),
  required: Flag,
})

const Agreements: Schema.Codec<ByKind<AgreementDocument | undefined>> = Schema.Struct({
  eula: Schema.optional(Agreement),
  tos: Schema.optional(Agreement),
  privacy_policy: Schema.optional(Agreement),
} satisfies Record<AgreementKind, unknown>)

/** The settings of agreements. */
export const AgreementSettings = slice("@garrison/core/agreement/settings", {
  agreements: object(
    Agreements,
    "an object with eula, tos and privacy_policy, each {version, url, sha256, required}",
    {},
    "documents that players must accept",
  ),
})
