/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'ko|07:강원도:Kangwon|13:라선 특별시:Rason|10:량강도:Ryanggang|04:자강도:Chagang|02:평안 남도:South Pyongan|03:평안 북도:North Pyongan|01:평양 직할시:Pyongyang|08:함경 남도:South Hamgyong|09:함경 북도:North Hamgyong|05:황해남도:South Hwanghae|06:황해북도:North Hwanghae';
