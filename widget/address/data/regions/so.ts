/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'so|AW:Awdal|BK:Bakool|BN:Banaadir|BR:Bari|BY:Bay|GA:Galguduud|GE:Gedo|HI:Hiiraan|JD:Jubbada Dhexe|JH:Jubbada Hoose|MU:Mudug|NU:Nugaal|SA:Sanaag|SD:Shabeellaha Dhexe|SH:Shabeellaha Hoose|SO:Sool|TO:Togdheer|WO:Woqooyi Galbeed';
