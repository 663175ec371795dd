/** A storage url that cannot be used, and why. */
import * as Data from "effect/Data"

/** The storage url names no database that Garrison can use. `message` says why, and holds no password. */
export class StorageUrlInvalid extends Data.TaggedError("StorageUrlInvalid")<{ readonly message: string }> {}
