/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions = 'zh-Hant|Kowloon:九龍|Hong Kong Island:香港島|New Territories:新界';
