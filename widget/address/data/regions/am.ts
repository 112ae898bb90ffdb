/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'hy|AG:Արագածոտն:Aragatsotn|AR:Արարատ:Ararat|AV:Արմավիր:Armavir|GR:Գեղարքունիք:Gegharkunik|ER:Երևան:Yerevan|LO:Լոռի:Lori|KT:Կոտայք:Kotayk|SH:Շիրակ:Shirak|SU:Սյունիք:Syunik|VD:Վայոց ձոր:Vayots Dzor|TV:Տավուշ:Tavush';
