import{X as a,Y as b,Z as c,_ as d}from"./chunk-74TCM3HF.js";import"./chunk-SF56HHOO.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
