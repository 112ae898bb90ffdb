/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'en|13:Clarendon|09:Hanover|01:Kingston|12:Manchester|04:Portland|02:St. Andrew|06:St. Ann|14:St. Catherine|11:St. Elizabeth|08:St. James|05:St. Mary|03:St. Thomas|07:Trelawny|10:Westmoreland';
