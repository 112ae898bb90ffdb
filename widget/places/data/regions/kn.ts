/** Language, then code:name or code:name:Latin name; written by .config/places.mjs. */
export const regions = 'en|N:Nevis|K:St. Kitts';
