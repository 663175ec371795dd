/**
 * Mistakes that designers make, each in a part of one sound document: what is said of it, and what is right there. The
 * guide lists them, and a test makes each of them.
 */

/** A catalog in which the checker finds nothing. */
export const SOUND = `items:
  coins: {}
  gem: {}
  sword: { custom_data: { name: Sword } }
  badge: {}
  xp: { level_xp_table: hero, level_vendor: level-rewards }
  coupon:
    coupon_discount_percentage: 0.1
    coupon_consume_on_use: true
    coupon_discount_currency_item: coins
    coupon_discount_loot: [shop/paint-gold]
vendors:
  level-rewards:
    loot:
      second: { item: gem, sort_order: 2 }
  kills:
    loot:
      goblin:
        always:
          - { item: coins, quantity: { min: 2, max: 4 } }
        sometimes:
          - { item: gem, chance: 1/4 }
        one_of:
          - { item: sword, weight: 1 }
          - { nothing: true, weight: 3 }
      wolf: { item: xp, quantity: 30 }
  stones:
    type: randomly_sampled
    loot:
      ruby: { item: gem, drop_weight: 2 }
      glass: { drop_weight: 5 }
  shop:
    loot:
      paint-gold: { item: sword, current_price_point_guid: paint }
      badge: { item: badge, inventory_selector_type: rent_timeframe_locked, time_frame: winter }
      take: { item: coins, quantity: 5, inventory_operation: subtract, is_claimable_by_client: true }
      stones: { sub_vendor: stones, quantity_type: absolute }
      coupon: { item: coupon, effective_from: "2026-01-01T00:00:00Z" }
price_points:
  paint:
    cap_flag: true
    current_breakpoints:
      - { quantity: 1, currencies: [{ price_item: coins, price: 50 }] }
xp_tables:
  hero:
    levels: { 1: 0, 2: 100, 3: 300 }
time_frames:
  winter: { start: "2026-11-01T00:00:00Z", end: "2999-02-28T00:00:00Z" }
item_portal_use_rulesets:
  consoles: { platforms: [Echo] }
promotions:
  WELCOME: { loot: shop/coupon, uses_maximum: 1000, end: "2999-01-01T00:00:00Z" }
`

/** A mistake: what stands in place of a part of the sound document, what is said of it, and what is right there. */
export interface Mistake {
  readonly part: string
  readonly wrong: string
  /** Where the finding stands: line and column, and the path. */
  readonly at: string
  readonly code: string
  readonly says: string
  readonly fix: string
  /** The right text. Absent: the part of the sound document. */
  readonly right?: string
}

const REWARD = "- { item: sword, weight: 1 }"
const GEM = "- { item: gem, chance: 1/4 }"
const WOLF = "wolf: { item: xp, quantity: 30 }"
const chanceOf = (chance: string): string => GEM.replace("1/4", chance)
const when = (condition: string): string => GEM.replace("chance: 1/4", `chance: 1/4, when: ${condition}`)

/** The mistakes, by what they are. */
export const designerMistakes: Readonly<Record<string, Mistake>> = {
  "a percentage for a chance": {
    part: GEM,
    wrong: chanceOf("25%"),
    at: "22:34 vendors.kills.loot.goblin.sometimes.0.chance",
    code: "form_malformed",
    says: "25% is not a chance above 0 and at most 1",
    fix: "write 1/4",
  },
  "a whole percentage without its sign": {
    part: GEM,
    wrong: chanceOf("25"),
    at: "22:34 vendors.kills.loot.goblin.sometimes.0.chance",
    code: "form_malformed",
    says: "25 is not a chance above 0 and at most 1",
    fix: "write 1/4 for 25 %",
  },
  "odds in words": {
    part: GEM,
    wrong: chanceOf("1 in 8"),
    at: "22:34 vendors.kills.loot.goblin.sometimes.0.chance",
    code: "form_malformed",
    says: "1 in 8 is not a chance",
    fix: "write 1/8",
    right: chanceOf("1/8"),
  },
  "a decimal comma": {
    part: GEM,
    wrong: chanceOf('"0,25"'),
    at: "22:34 vendors.kills.loot.goblin.sometimes.0.chance",
    code: "form_malformed",
    says: "0,25 is not a chance",
    fix: "write 0.25",
    right: chanceOf("0.25"),
  },
  "a chance among rows that are drawn by weight": {
    part: REWARD,
    wrong: "- { item: sword, chance: 1/2 }",
    at: "24:36 vendors.kills.loot.goblin.one_of.0.chance",
    code: "form_conflict",
    says: "rows of one_of have a weight",
    fix: "write weight in place of chance",
  },
  "a row that sometimes gives, and does not say how often": {
    part: GEM,
    wrong: "- { item: gem }",
    at: "22:13 vendors.kills.loot.goblin.sometimes.0",
    code: "form_malformed",
    says: "a row of sometimes needs a chance",
    fix: "write chance: 1/10",
    right: chanceOf("1/10"),
  },
  "a discount in percent": {
    part: "coupon_discount_percentage: 0.1",
    wrong: "coupon_discount_percentage: 10",
    at: "8:33 items.coupon.coupon_discount_percentage",
    code: "less_than_equal",
    says: "must be at most 1",
    fix: "write 0.1 for 10 %",
  },
  "a discount with a percent sign": {
    part: "coupon_discount_percentage: 0.1",
    wrong: "coupon_discount_percentage: 10%",
    at: "8:33 items.coupon.coupon_discount_percentage",
    code: "float_type",
    says: "must be a number",
    fix: "write 0.1",
  },
  "the short name of a field": {
    part: "coupon_discount_percentage: 0.1",
    wrong: "percentage: 0.1",
    at: "8:17 items.coupon.percentage",
    code: "unknown_field",
    says: "no field has this name: did you mean coupon_discount_percentage?",
    fix: "write coupon_discount_percentage",
  },
  "a misspelt weight": {
    part: "ruby: { item: gem, drop_weight: 2 }",
    wrong: "ruby: { item: gem, drop_weigth: 2 }",
    at: "30:39 vendors.stones.loot.ruby.drop_weigth",
    code: "unknown_field",
    says: "no field has this name: did you mean drop_weight?",
    fix: "write drop_weight",
  },
  "an everyday word for a quantity": {
    part: WOLF,
    wrong: "wolf: { item: xp, amount: 30 }",
    at: "26:33 vendors.kills.loot.wolf.amount",
    code: "unknown_field",
    says: "did you mean quantity?",
    fix: "write quantity",
  },
  "a price that is written in the loot": {
    part: "current_price_point_guid: paint",
    wrong: "price: 50",
    at: "34:41 vendors.shop.loot.paint-gold.price",
    code: "unknown_field",
    says: "did you mean current_price_point_guid?",
    fix: "write current_price_point_guid: NAME, and the price under this name in price_points",
  },
  "a field of one's own": {
    part: "  gem: {}",
    wrong: "  gem: { rarity: rare }",
    at: "3:18 items.gem.rarity",
    code: "unknown_field",
    says: "no field has this name",
    fix: 'write custom_data: { rarity: "rare" }',
    right: '  gem: { custom_data: { rarity: "rare" } }',
  },
  "a number among texts of one's own": {
    part: "sword: { custom_data: { name: Sword } }",
    wrong: "sword: { custom_data: { name: Sword, tier: 3 } }",
    at: "4:46 items.sword.custom_data.tier",
    code: "string_type",
    says: "must be a string",
    fix: 'write "3", in quotes',
    right: 'sword: { custom_data: { name: Sword, tier: "3" } }',
  },
  "a weight of a drop table in a vendor that draws": {
    part: "ruby: { item: gem, drop_weight: 2 }",
    wrong: "ruby: { item: gem, weight: 2 }",
    at: "30:34 vendors.stones.loot.ruby.weight",
    code: "form_conflict",
    says: "loot of a vendor has drop_weight",
    fix: "write drop_weight: 2",
  },
  "a time without a zone": {
    part: '"2026-11-01T00:00:00Z"',
    wrong: '"2026-11-01T00:00:00"',
    at: "48:20 time_frames.winter.start",
    code: "timezone_aware",
    says: "must carry a time zone",
    fix: 'write "2026-11-01T00:00:00Z", which is UTC, or with another zone: "2026-11-01T00:00:00+01:00"',
  },
  "a date alone": {
    part: '"2026-01-01T00:00:00Z"',
    wrong: "2026-01-01",
    at: "38:47 vendors.shop.loot.coupon.effective_from",
    code: "datetime_parsing",
    says: "must be an ISO 8601 date and time",
    fix: 'write "2026-01-01T00:00:00Z", which is UTC, or with another zone: "2026-01-01T00:00:00+01:00"',
  },
  "a day that its month does not have": {
    part: "2999-02-28T00:00:00Z",
    wrong: "2999-02-31T00:00:00Z",
    at: "48:49 time_frames.winter.end",
    code: "datetime_parsing",
    says: "must be an ISO 8601 date and time",
    fix: 'the month ends on day 28: write "2999-02-28T00:00:00Z"',
  },
  "a date with the day first": {
    part: 'uses_maximum: 1000, end: "2999-01-01T00:00:00Z"',
    wrong: "uses_maximum: 1000, end: 1.1.2999",
    at: "52:58 promotions.WELCOME.end",
    code: "datetime_parsing",
    says: "must be an ISO 8601 date and time",
    fix: 'write "2999-01-01T00:00:00Z", which is UTC, or with another zone: "2999-01-01T00:00:00+01:00"',
  },
  "loot without its vendor": {
    part: "coupon_discount_loot: [shop/paint-gold]",
    wrong: "coupon_discount_loot: [paint-gold]",
    at: "11:28 items.coupon.coupon_discount_loot.0",
    code: "name_unknown",
    says: "nothing has the name that is referred to: paint-gold: did you mean shop/paint-gold?",
    fix: "write shop/paint-gold",
  },
  "a misspelt item": {
    part: "- { item: sword, weight: 1 }",
    wrong: "- { item: swrod, weight: 1 }",
    at: "24:21 vendors.kills.loot.goblin.one_of.0.item",
    code: "name_unknown",
    says: "nothing has the name that is referred to: swrod: did you mean sword?",
    fix: "write sword",
  },
  "a name where an id belongs": {
    part: WOLF,
    wrong: "wolf: { item_id: xp, quantity: 30 }",
    at: "26:24 vendors.kills.loot.wolf.item_id",
    code: "int_type",
    says: "must be an integer",
    fix: "write item: xp",
  },
  "a condition on a level": {
    part: GEM,
    wrong: when("{ level: 3 }"),
    at: "22:45 vendors.kills.loot.goblin.sometimes.0.when",
    code: "form_malformed",
    says: "a condition has one of has, lacks and not",
    fix: "compare XP: write { has: xp, at_least: 300 }, which is level 3",
    right: when("{ has: xp, at_least: 300 }"),
  },
  "a condition that is the item alone": {
    part: GEM,
    wrong: when("sword"),
    at: "22:45 vendors.kills.loot.goblin.sometimes.0.when",
    code: "form_malformed",
    says: "a condition has one of has, lacks and not",
    fix: "write { has: sword }",
    right: when("{ has: sword }"),
  },
  "a condition with two sides": {
    part: GEM,
    wrong: when("{ has: xp, lacks: gem }"),
    at: "22:45 vendors.kills.loot.goblin.sometimes.0.when",
    code: "form_malformed",
    says: "a condition has one of has, lacks and not",
    fix: "write a list, of which all must hold: [{ has: xp }, { lacks: gem }]",
    right: when("[{ has: xp }, { lacks: gem }]"),
  },
  "a condition on the most that may be owned": {
    part: GEM,
    wrong: when("{ has: sword, at_most: 2 }"),
    at: "22:68 vendors.kills.loot.goblin.sometimes.0.when.at_most",
    code: "form_field_unknown",
    says: "its fields are has, at_least",
    fix: "write { lacks: sword, at_least: 3 }",
    right: when("{ lacks: sword, at_least: 3 }"),
  },
  "a colon that is missing after a name": {
    part: "  gem: {}",
    wrong: "  gem {}",
    at: "3:3 ",
    code: "text_unreadable",
    says: "a colon is missing after gem",
    fix: "write gem: {}",
  },
  "a colon that is missing within braces": {
    part: WOLF,
    wrong: "wolf: { item xp, quantity: 30 }",
    at: "26:15 vendors.kills.loot.wolf",
    code: "text_unreadable",
    says: "a colon is missing after item",
    fix: "write item: xp",
  },
  "a space that is missing behind a colon": {
    part: WOLF,
    wrong: "wolf: { item:xp, quantity: 30 }",
    at: "26:15 vendors.kills.loot.wolf",
    code: "text_unreadable",
    says: "a space is missing behind the colon of item",
    fix: "write item: xp",
  },
  "an equals sign": {
    part: "    cap_flag: true",
    wrong: "    cap_flag = true",
    at: "41:5 ",
    code: "text_unreadable",
    says: "a colon parts cap_flag from its value",
    fix: "write cap_flag: true",
  },
  "a comma that is missing": {
    part: WOLF,
    wrong: "wolf: { item: xp quantity: 30 }",
    at: "26:21 ",
    code: "text_unreadable",
    says: "a comma is missing before quantity",
    fix: "write xp, quantity: 30",
  },
  "a brace that nothing closes": {
    part: WOLF,
    wrong: "wolf: { item: xp, quantity: 30",
    at: "26:13 ",
    code: "text_unreadable",
    says: "nothing closes this {",
    fix: "write } at the end of line 26",
  },
  "a brace too many": {
    part: WOLF,
    wrong: "wolf: { item: xp, quantity: 30 } }",
    at: "26:40 ",
    code: "text_unreadable",
    says: "there is one } too many",
    fix: "take this } away",
  },
  "a tab": {
    part: "  gem: {}",
    wrong: "\tgem: {}",
    at: "3:1 ",
    code: "text_unreadable",
    says: "Tabs are not allowed as indentation",
    fix: "write spaces in place of the tab",
  },
  "a line that is indented otherwise": {
    part: "  gem: {}",
    wrong: "   gem: {}",
    at: "3:1 ",
    code: "text_unreadable",
    says: "the line is indented by 3 spaces",
    fix: "indent it by 2 spaces",
  },
  "a text with a colon": {
    part: "sword: { custom_data: { name: Sword } }",
    wrong: "sword: { custom_data: { name: Sword: sharp } }",
    at: "4:33 ",
    code: "text_unreadable",
    says: "a text with a colon needs quotes",
    fix: 'write "Sword: sharp"',
    right: 'sword: { custom_data: { name: "Sword: sharp" } }',
  },
  "an apostrophe in single quotes": {
    part: "sword: { custom_data: { name: Sword } }",
    wrong: "sword: { custom_data: { name: 'King's sword' } }",
    at: "4:39 ",
    code: "text_unreadable",
    says: "the text ends at its second quote",
    fix: 'write "King\'s sword", in double quotes',
    right: 'sword: { custom_data: { name: "King\'s sword" } }',
  },
  "rows without a dash": {
    part: "          - { item: sword, weight: 1 }\n          - { nothing: true, weight: 3 }",
    wrong: "          item: sword\n          item: gem",
    at: "25:11 vendors.kills.loot.goblin.one_of.item",
    code: "text_unreadable",
    says: "the key is given twice",
    fix: "begin each row of one_of with -",
    right: "          - item: sword\n          - item: gem",
  },
  "an entry that is given twice": {
    part: "  gem: {}",
    wrong: "  gem: {}\n  coins: {}",
    at: "4:3 items.coins",
    code: "text_unreadable",
    says: "the key is given twice",
    fix: "join the two entries, or give one another name",
  },
  "dashes before entries that have names": {
    part: "  consoles: { platforms: [Echo] }",
    wrong: "  - consoles: { platforms: [Echo] }",
    at: "50:3 item_portal_use_rulesets",
    code: "dict_type",
    says: "must be an object",
    fix: "write each entry under its name, without -: sword: {}",
  },
  "a range in words": {
    part: WOLF,
    wrong: "wolf: { item: xp, quantity: 2-4 }",
    at: "26:35 vendors.kills.loot.wolf.quantity",
    code: "int_type",
    says: "must be an integer",
    fix: "write { min: 2, max: 4 }",
    right: "wolf: { item: xp, quantity: { min: 2, max: 4 } }",
  },
  "a range that falls": {
    part: "quantity: { min: 2, max: 4 }",
    wrong: "quantity: { min: 4, max: 2 }",
    at: "20:38 vendors.kills.loot.goblin.always.0.quantity",
    code: "form_malformed",
    says: "max is 2, which is less than min, 4",
    fix: "write { min: 2, max: 4 }",
  },
  "a quantity below zero": {
    part: "take: { item: coins, quantity: 5, inventory_operation: subtract,",
    wrong: "take: { item: coins, quantity: -5,",
    at: "36:38 vendors.shop.loot.take.quantity",
    code: "greater_than_equal",
    says: "must be at least 0",
    fix: "to take, write quantity: 5 with inventory_operation: subtract",
  },
  "a number in quotes": {
    part: WOLF,
    wrong: 'wolf: { item: xp, quantity: "30" }',
    at: "26:35 vendors.kills.loot.wolf.quantity",
    code: "int_type",
    says: "must be an integer",
    fix: "write 30, without quotes",
  },
  "a number with a separator": {
    part: "uses_maximum: 1000",
    wrong: "uses_maximum: 1_000",
    at: "52:47 promotions.WELCOME.uses_maximum",
    code: "int_type",
    says: "must be an integer",
    fix: "write 1000",
  },
  "a price with a fraction": {
    part: "price: 50",
    wrong: "price: 4.5",
    at: "43:65 price_points.paint.current_breakpoints.0.currencies.0.price",
    code: "int_type",
    says: "must be an integer",
    fix: "write a whole number: 4 or 5",
    right: "price: 5",
  },
  "a price of zero": {
    part: "price: 50",
    wrong: "price: 0",
    at: "34:19 vendors.shop.loot.paint-gold",
    code: "claimable_without_end",
    says: "its price of 0 makes it a claim without end",
    fix: "write a price of 1 or more, or give it by inventory_operation: set",
    right: "price: 1",
  },
  "yes for true": {
    part: "cap_flag: true",
    wrong: "cap_flag: yes",
    at: "41:15 price_points.paint.cap_flag",
    code: "bool_type",
    says: "must be true or false",
    fix: "write true",
  },
  "an everyday word for an operation": {
    part: "inventory_operation: subtract",
    wrong: "inventory_operation: remove",
    at: "36:62 vendors.shop.loot.take.inventory_operation",
    code: "enum",
    says: "did you mean subtract?",
    fix: "write subtract",
  },
  "an everyday word for a type": {
    part: "type: randomly_sampled",
    wrong: "type: random",
    at: "28:11 vendors.stones.type",
    code: "enum",
    says: "did you mean randomly_sampled?",
    fix: "write randomly_sampled",
  },
  "one value for a list": {
    part: "platforms: [Echo]",
    wrong: "platforms: Echo",
    at: "50:26 item_portal_use_rulesets.consoles.platforms",
    code: "list_type",
    says: "must be an array",
    fix: "write [Echo]",
  },
  "a window that does not say when it ends": {
    part: ', end: "2999-02-28T00:00:00Z"',
    wrong: "",
    at: "48:11 time_frames.winter.end",
    code: "missing",
    says: "is required",
    fix: 'write end: "2027-01-01T00:00:00Z"',
    right: ', end: "2999-02-28T00:00:00Z"',
  },
  "a code without a gift": {
    part: "loot: shop/coupon, ",
    wrong: "",
    at: "52:12 promotions.WELCOME.loot_id",
    code: "missing",
    says: "is required",
    fix: "write loot: VENDOR/LOOT",
  },
  "levels that do not rise": {
    part: "levels: { 1: 0, 2: 100, 3: 300 }",
    wrong: "levels: { 1: 0, 2: 100, 3: 100 }",
    at: "46:32 xp_tables.hero.levels.3",
    code: "xp_table_not_rising",
    says: "the minimum XP of a level must be above that of the level before",
    fix: "write more XP for each level than for the level before",
  },
  "a name with a space": {
    part: "  gem: {}",
    wrong: "  gem: {}\n  gold ring: {}",
    at: "4:14 items.gold ring",
    code: "key_not_an_id",
    says: "the key must be an id",
    fix: "write an id such as 995, or a name that begins with a letter and has letters, digits, _, . and - alone",
    right: "  gem: {}\n  gold-ring: {}",
  },
  "a misspelt part": {
    part: "xp_tables:",
    wrong: "xp_table:",
    at: "45:3 xp_table",
    code: "unknown_part",
    says: "a catalog has no part of this name: did you mean xp_tables?",
    fix: "write xp_tables",
  },
  "an item where a vendor gives": {
    part: "stones: { sub_vendor: stones, quantity_type: absolute }",
    wrong: "stones: { item: stones }",
    at: "37:23 vendors.shop.loot.stones.item",
    code: "name_unknown",
    says: "a vendor has this name",
    fix: "write sub_vendor: stones",
    right: "stones: { sub_vendor: stones, quantity_type: absolute }",
  },
  "a draw that an order of two makes certain": {
    part: "stones: { sub_vendor: stones, quantity_type: absolute }",
    wrong: "stones: { sub_vendor: stones }",
    at: "37:15 vendors.shop.loot.stones",
    code: "second_draw_certain",
    says: "an order of 2 draws the nothing of the table away",
    fix: "write quantity_type: absolute beside the sub vendor",
  },
}

const cell = (text: string): string => `\`${text.trim().replaceAll("|", "\\|")}\``

/** The table of the mistakes that stand on one line, for the guide. */
export const designerMistakesText = (): string => {
  const rows = Object.entries(designerMistakes)
    .filter(([, { wrong }]) => wrong !== "" && !/[\n\t]/.test(wrong))
    .map(([what, { fix, says, wrong }]) => `| ${what} | ${cell(wrong)} | ${says} | ${fix} |`)
  return ["| the mistake | written as | it says | fix |", "|---|---|---|---|", ...rows, ""].join("\n")
}
