import { createClient } from "@garrison/http/client"

// The device and its session outlive a reload of the page, and are those of all its windows.
localStorage.device ??= crypto.randomUUID()
const client = createClient({
  baseUrl: new URLSearchParams(location.search).get("server") ?? "https://players.game.example",
  login: () => ({ grant_type: "anon", portal_access_token: localStorage.device }),
  session: () => JSON.parse(localStorage.session ?? "null") ?? undefined,
  onSession: (session) => {
    localStorage.session = JSON.stringify(session ?? null)
  },
})

const list = document.querySelector("ul")
for await (const { message } of client.notifications({ from: "earliest" })) {
  list?.append(Object.assign(document.createElement("li"), { textContent: message }))
}
