/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'en|01:Aiwo District|02:Anabar District|03:Anetan District|04:Anibare District|05:Baiti District|06:Boe District|07:Buada District|08:Denigomodu District|09:Ewa District|10:Ijuw District|11:Meneng District|12:Nibok District|13:Uaboe District|14:Yaren District';
