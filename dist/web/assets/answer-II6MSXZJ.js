import{W as a,X as b,Y as c,Z as d}from"./chunk-4IS4SC22.js";import"./chunk-NZPOLCGT.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
