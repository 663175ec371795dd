/** Login, token exchange, logout, linking, and the keys that access tokens verify with. */
import { area } from "./area.ts"
import { exchangeToken } from "./users/exchangeToken.ts"
import { jwks } from "./users/jwks.ts"
import { linkPortalUser } from "./users/linkPortalUser.ts"
import { login } from "./users/login.ts"
import { logout } from "./users/logout.ts"
import { oauthLogin } from "./users/oauthLogin.ts"
import { oauthResponse } from "./users/oauthResponse.ts"
import { oauthResponseForm } from "./users/oauthResponseForm.ts"
import { portalUsers } from "./users/portalUsers.ts"
import { publicKeys } from "./users/publicKeys.ts"
import { unlinkPortalUser } from "./users/unlinkPortalUser.ts"

/** Most are under `/users/v1`. */
export const users = area("users", "Login and tokens.", [
  login,
  oauthLogin,
  oauthResponse,
  oauthResponseForm,
  exchangeToken,
  logout,
  portalUsers,
  linkPortalUser,
  unlinkPortalUser,
  jwks,
  publicKeys,
])
