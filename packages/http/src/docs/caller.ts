/** Who calls, on the page at `/docs`: a log-in for all requests that are sent from the page. */
import { type Markup, markup } from "@garrison/core/kernel/page/markup"

interface FieldOfWay {
  readonly name: string
  readonly label: string
  readonly isSecret?: boolean
}

interface Way {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly fields: ReadonlyArray<FieldOfWay>
}

/** The ways to log in that need no portal. Credentials of others can be sent with the operation `login`. */
const WAYS: ReadonlyArray<Way> = [
  {
    name: "anon",
    label: "a player, by a device",
    hint: "16 to 256 characters. The same secret is the same player; a new one is a new player.",
    fields: [{ name: "secret", label: "Secret of the device" }],
  },
  {
    name: "basic",
    label: "a player, by name and password",
    hint: "An account of this server.",
    fields: [
      { name: "user", label: "Name" },
      { name: "password", label: "Password", isSecret: true },
    ],
  },
  {
    name: "client_credentials",
    label: "a client, by its secret",
    hint: "For the game server's requests.",
    fields: [
      { name: "client", label: "Client id" },
      { name: "client-secret", label: "Client secret", isSecret: true },
    ],
  },
  {
    name: "token",
    label: "whose token I have",
    hint: "The access_token of a login.",
    fields: [{ name: "token", label: "Access token" }],
  },
]

const fieldOf = (way: string, { isSecret, label, name }: FieldOfWay): Markup => {
  const id = `caller-${way}-${name}`
  return markup`<div><label for="${id}">${label}</label><input id="${id}" name="${name}" ${isSecret === true && markup`type="password" `}autocomplete="off" spellcheck="false"></div>`
}

/** The panel. It is there where the script runs. */
export const callerPanel: Markup = markup`<section class="panel" id="log-in" aria-labelledby="log-in-name" hidden>
<h2 id="log-in-name">Log in</h2>
<p>The requests that you send from this page carry the token of this login. It is kept in this tab, until you close it.</p>
<form id="caller" novalidate>
<div class="inputs"><div><label for="caller-way">As</label><select id="caller-way" name="way">${WAYS.map(({ label, name }) => markup`<option value="${name}">${label}</option>`)}</select></div></div>
${WAYS.map(
  ({ fields, hint, label, name }) =>
    markup`<fieldset class="inputs" data-way="${name}"><legend class="unseen">${label}</legend>${fields.map((field) => fieldOf(name, field))}<p class="quiet">${hint}</p></fieldset>`,
)}
<div class="row"><button class="main">Log in</button><button type="button" data-act="copy-token" hidden>Copy the token</button><button type="button" data-act="log-out" hidden>Forget the token</button></div>
</form>
<p id="caller-state" role="status"></p>
</section>`
