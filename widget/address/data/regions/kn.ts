/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions = 'en|N:Nevis|K:St. Kitts';
