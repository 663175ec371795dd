/** Every error code of the core, each with its description: the tables of the areas, joined (architecture). */
import { catalogCodes } from "./catalog/errors.ts"
import { clientCodes } from "./client/errors.ts"
import { loginBusyCodes, loginCodes } from "./login/errors.ts"
import { notificationCodes } from "./notification/errors.ts"
import { oauthCodes } from "./oauth/errors.ts"
import { orderCodes } from "./order/errors.ts"
import { permissionCodes } from "./permission/errors.ts"
import { tokenCodes } from "./token/errors.ts"

const descriptions = {
  ...catalogCodes,
  ...clientCodes,
  ...loginCodes,
  ...loginBusyCodes,
  ...oauthCodes,
  ...notificationCodes,
  ...orderCodes,
  ...permissionCodes,
  ...tokenCodes,
} as const

/** A code of one of the areas. */
export type ErrorCode = keyof typeof descriptions

/** The sentence sent as `desc` with a code. */
export const describe = (code: ErrorCode): string => descriptions[code]

/** Whether a value is a code of one of the areas. */
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === "string" && Object.hasOwn(descriptions, value)
