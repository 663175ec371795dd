/** How a publication is undone: by serving the version again that was served before. */
import { reverseBy } from "../../operation/reverse.ts"
import { catalogActs } from "../acts.ts"

/** The way back to the version `before`, from `version`; nothing: no other version was served. */
export const backTo = (before: number | undefined, version: number) =>
  before === undefined || before === version ? {} : reverseBy(catalogActs.republish, { version: before })
