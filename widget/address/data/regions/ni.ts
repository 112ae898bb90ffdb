/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'es|BO:Boaco|CA:Carazo|CI:Chinandega|CO:Chontales|ES:Estelí|GR:Granada|JI:Jinotega|LE:León|MD:Madriz|MN:Managua|MS:Masaya|MT:Matagalpa|NS:Nueva Segovia|AN:Región Autónoma de la Costa Caribe Norte|AS:Región Autónoma de la Costa Caribe Sur|SJ:Río San Juan|RI:Rivas';
