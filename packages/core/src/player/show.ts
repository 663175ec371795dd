/** What players look like. */
import type { Column, Fact, Facts } from "../operation/show/Shown.ts"
import { facts, list, section } from "../operation/show/Shown.ts"
import { pastRestrictionColumns } from "../restriction/show.ts"
import type { AgreementOfPlayer, FoundPlayers, FoundPlayerView, PlayerView } from "./view.ts"

type Player = typeof PlayerView.Encoded
type Found = typeof FoundPlayerView.Encoded
type Page = typeof FoundPlayers.Encoded

/** A player by name and id, in a sentence. */
export const playerName = ({ display_name: name, player_uuid: id }: Pick<Player, "display_name" | "player_uuid">) =>
  name === "" ? id : `${name} (${id})`

/** Acceptances of agreements. */
export const agreementColumns: ReadonlyArray<Column<typeof AgreementOfPlayer.Encoded>> = [
  { name: "accepted", kind: "label", min: 14, of: ({ kind }) => kind },
  { name: "version", kind: "count", of: ({ version }) => version },
  { name: "time", kind: "moment", of: ({ accepted }) => accepted },
  { name: "address", kind: "label", min: 12, ideal: 39, of: ({ address }) => address },
  { name: "digest", kind: "id", ideal: 64, grows: true, isFurther: true, of: ({ sha256 }) => sha256 },
]

type PortalUser = Player["portal_users"][number]

/** The ways to log in of a player. */
export const portalUserColumns: ReadonlyArray<Column<PortalUser>> = [
  { name: "platform", kind: "label", of: ({ platform }) => platform },
  { name: "portal_user_id", kind: "id", min: 24, ideal: 44, of: ({ portal_user_id }) => portal_user_id },
  { name: "display_name", kind: "label", grows: true, of: ({ display_name }) => display_name },
]

type Identity = Omit<Player, "agreements" | "players" | "restrictions">

/** Who a player is, with what names its role. */
export const identityFacts = <One extends Identity>(role: Facts<One>): Facts<One> => [
  { name: "player_uuid", kind: "id", of: ({ player_uuid }) => player_uuid },
  { name: "player_id", kind: "id", of: ({ player_id }) => player_id },
  { name: "person_id", kind: "id", of: ({ person_id }) => person_id },
  { name: "revision", kind: "count", of: ({ revision }) => revision },
  { name: "display_name", kind: "text", of: ({ display_name }) => display_name, absent: "-" },
  ...role,
  { name: "created", kind: "moment", of: ({ created }) => created, absent: "-" },
  { name: "last login", kind: "moment", of: ({ last_login }) => last_login, absent: "never" },
  { name: "deleted", kind: "moment", of: ({ deleted }) => deleted },
]

const permissions: Fact<Pick<Player, "permissions">> = {
  name: "permissions",
  kind: "words",
  of: ({ permissions: held }) => held,
  absent: "",
}

/** One player. */
export const playerFacts = facts<Player>([
  ...identityFacts<Player>([{ name: "role_id", kind: "id", of: ({ role_id }) => role_id }, permissions]),
  section({ rows: ({ portal_users: users }: Player) => users, columns: portalUserColumns }),
  section({ rows: ({ restrictions }: Player) => restrictions, columns: pastRestrictionColumns }),
  section({ rows: ({ agreements }: Player) => agreements, columns: agreementColumns }),
])

const stateOf = ({ active, deleted }: Found): string =>
  deleted !== undefined ? "deleted" : active ? "active" : "inactive"

const columns: ReadonlyArray<Column<Found>> = [
  { name: "display_name", kind: "text", min: 16, ideal: 28, priority: 1, grows: true, of: (row) => row.display_name },
  { name: "player_uuid", kind: "id", min: 36, priority: 2, of: (row) => row.player_uuid },
  { name: "platform", kind: "text", min: 8, ideal: 13, priority: 3, of: ({ platform }) => platform },
  { name: "role", kind: "id", min: 4, ideal: 6, priority: 7, of: ({ role_id: role }) => role },
  {
    name: "state",
    kind: "label",
    ideal: 8,
    priority: 4,
    of: stateOf,
    tone: ({ active, deleted }) => (deleted !== undefined ? "bad" : active ? undefined : "dim"),
  },
  { name: "created", kind: "moment", priority: 5, of: ({ created }) => created },
  { name: "player_id", kind: "count", min: 9, priority: 6, isFurther: true, of: (row) => row.player_id },
]

const foundPlayers = { rows: ({ players }: Page) => players, columns }

/** Players by display name. */
export const playerList = list<Page, Found>({
  ...foundPlayers,
  empty: (_page, { after, name }) => {
    const names = typeof name === "string" ? ` whose name begins with "${name}"` : ""
    return `There are no${after === undefined ? "" : " more"} players${names}.`
  },
})

/** Players that a search found. A page looks at a bounded number of players, so it may have none. */
export const soughtPlayerList = list<Page, Found>({
  ...foundPlayers,
  empty: ({ next }) => (next === null ? "There is no such player." : "This page has no such player."),
})

interface Given extends Pick<Player, "permissions" | "player_uuid" | "role_id"> {
  readonly previous_role_id: number
}

/** A player who got one of these roles. */
export const givenRoleFacts = (roles: ReadonlyArray<{ readonly name: string; readonly role_id: number }>) =>
  facts<Given>([
    { name: "player_uuid", kind: "id", of: ({ player_uuid }) => player_uuid },
    {
      name: "role",
      kind: "text",
      of: ({ role_id: id }) => `${id} ${roles.find(({ role_id: own }) => own === id)?.name ?? ""}`,
    },
    { name: "before", kind: "id", of: ({ previous_role_id }) => previous_role_id },
    permissions,
  ])

/** A player as a search finds it. */
export const foundPlayerFacts = facts<Found>([
  ...columns,
  { name: "deleted", kind: "moment", of: ({ deleted }) => deleted },
])
