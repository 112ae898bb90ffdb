/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'es|AR:Artigas|CA:Canelones|CL:Cerro Largo|CO:Colonia|DU:Durazno|FS:Flores|FD:Florida|LA:Lavalleja|MA:Maldonado|MO:Montevideo|PA:Paysandú|RN:Río Negro|RV:Rivera|RO:Rocha|SA:Salto|SJ:San José|SO:Soriano|TA:Tacuarembó|TT:Treinta y Tres';
