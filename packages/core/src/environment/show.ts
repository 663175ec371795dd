/** What settings look like. */
import type { ShownSetting } from "./shownSettings.ts"
import { facts, list } from "../operation/show/Shown.ts"

/** Whether somebody gave the setting a value. */
export const isGiven = ({ source }: ShownSetting): boolean => source !== "default"

/** The settings in force. */
export const settingList = list({
  rows: ({ settings }: { readonly settings: ReadonlyArray<ShownSetting> }) => settings,
  columns: [
    { name: "setting", kind: "label", min: 16, ideal: 34, of: ({ name }) => name },
    {
      name: "value",
      kind: "text",
      grows: true,
      absent: "",
      of: ({ value }) => value,
      tone: ({ problem }) => (problem === undefined ? undefined : "bad"),
    },
    {
      name: "from",
      kind: "text",
      min: 7,
      of: ({ source }) => source,
      tone: (setting) => (isGiven(setting) ? "accent" : "dim"),
    },
  ],
  empty: "No setting was given a value. All have their defaults.",
})

/** A setting: what it is for, and how it is set. */
export const settingFacts = facts<ShownSetting>([
  { name: "setting", kind: "text", of: ({ name, value }) => `${name} = ${value}` },
  {
    name: "for",
    kind: "text",
    of: ({ description, problem }) => problem ?? description,
    tone: ({ problem }) => (problem === undefined ? undefined : "bad"),
  },
  {
    name: "from",
    kind: "text",
    of: ({ environment, source }) => `${source}; ${environment} sets it`,
    tone: () => "dim",
  },
])
