/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'ms|01:Johor|02:Kedah|03:Kelantan|14:Kuala Lumpur|15:Labuan|04:Melaka|05:Negeri Sembilan|06:Pahang|08:Perak|09:Perlis|07:Pulau Pinang|16:Putrajaya|12:Sabah|13:Sarawak|10:Selangor|11:Terengganu';
