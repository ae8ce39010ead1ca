import{S as a,T as b,U as c,V as d}from"./chunk-Z77POTE6.js";import"./chunk-DQCIENVA.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
