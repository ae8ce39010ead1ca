import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fleetHomeOf}from"./chunk-M34VT4VD.js";import{__name}from"./chunk-KMBAO4MM.js";function fleetOf({options,surroundings,settle}){return{home:fleetHomeOf(options,surroundings.env),options,surroundings,settle}}__name(fleetOf,"fleetOf");export{fleetOf};
