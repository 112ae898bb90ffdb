/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'es|AH:Ahuachapán|CA:Cabañas|CH:Chalatenango|CU:Cuscatlán|LI:La Libertad|PA:La Paz|UN:La Unión|MO:Morazán|SM:San Miguel|SS:San Salvador|SV:San Vicente|SA:Santa Ana|SO:Sonsonate|US:Usulután';
