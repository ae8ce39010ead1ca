import{X as a,Y as b,Z as c,_ as d}from"./chunk-2BK7GSWR.js";import"./chunk-NZPOLCGT.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
