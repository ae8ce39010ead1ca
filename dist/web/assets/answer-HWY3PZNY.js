import{T as a,U as b,V as c,W as d}from"./chunk-SKYXTGUO.js";import"./chunk-V33QRRXT.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
