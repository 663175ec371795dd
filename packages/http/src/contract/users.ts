/** Login, token exchange, logout, and the keys that access tokens verify with. */
import { area } from "./area.ts"
import { exchangeToken } from "./users/exchangeToken.ts"
import { jwks } from "./users/jwks.ts"
import { login } from "./users/login.ts"
import { logout } from "./users/logout.ts"
import { publicKeys } from "./users/publicKeys.ts"

/** Most are under `/users/v1`. */
export const users = area("users", "Login and tokens.", [login, exchangeToken, logout, jwks, publicKeys])
