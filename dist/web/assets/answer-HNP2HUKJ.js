import{S as a,T as b,U as c,V as d}from"./chunk-KPBMSTKT.js";import"./chunk-C6FTQWTY.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
