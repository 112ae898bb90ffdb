/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  "es|AN:Antofagasta|AR:Araucanía|AP:Arica y Parinacota|AT:Atacama|AI:Aysén del General Carlos Ibáñez del Campo|BI:Biobío|CO:Coquimbo|LI:Libertador General Bernardo O'Higgins|LL:Los Lagos|LR:Los Ríos|MA:Magallanes y de la Antártica Chilena|ML:Maule|RM:Metropolitana de Santiago|NB:Ñuble|TA:Tarapacá|VS:Valparaíso";
