/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'en|ACT:Australian Capital Territory|JBT:Jervis Bay Territory|NSW:New South Wales|NT:Northern Territory|QLD:Queensland|SA:South Australia|TAS:Tasmania|VIC:Victoria|WA:Western Australia';
