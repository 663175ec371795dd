/** The 403 codes that every operation with an access token may answer with (interface, section 7). */
import { permissionCodes } from "@garrison/core/permission/errors"
import { tokenCodes } from "@garrison/core/token/errors"

/** Broken tokens, and callers that may not. */
export const authenticationCodes: ReadonlyArray<string> = [...Object.keys(tokenCodes), ...Object.keys(permissionCodes)]
