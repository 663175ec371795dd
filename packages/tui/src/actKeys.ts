/** The keys of acts. An act has one key on every screen, and its key is that of no other act. */
import type { KeyName } from "./binding.ts"

/** The key of each act. What one does to several kinds of things is one act: sessions and secrets are ended alike. */
export const actKeys = {
  restrict: "b",
  lift: "f",
  end: "x",
  edit: "e",
  notify: "n",
  refund: "R",
  clawBack: "c",
  give: "+",
  take: "-",
  role: "r",
  link: "L",
  unlink: "U",
  merge: "M",
  unmerge: "Z",
  create: "a",
  remove: "D",
  disable: "d",
  enable: "E",
  redirects: "t",
  rotate: "N",
  publish: "p",
  republish: "P",
} as const satisfies Readonly<Record<string, KeyName>>
