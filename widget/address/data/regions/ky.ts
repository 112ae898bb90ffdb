/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions = 'en|Cayman Brac:Cayman Brac|Grand Cayman:Grand Cayman|Little Cayman:Little Cayman';
